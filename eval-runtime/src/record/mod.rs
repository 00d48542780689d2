//! What is written down of a start: journal, summary, history. Versioned wire types, written and read.
//!
//! The journal is the truth: a line a run, with its complete trace. Everything else can be rebuilt from it.

mod atomic;
mod folder;
mod git;
mod head;
mod history;
mod journal;
mod layout;
mod results;
mod run;
mod summary;

pub use atomic::{WriteError, write_whole};
pub use folder::{FolderLock, OpenFolderError, RunFolder};
pub use git::head_commit;
pub use head::{CandidateHead, CaseHead, Head, MetricHead, ModelHead, SelectionHead, TrialHead};
pub use history::write_history;
pub use journal::{
    CaseFacts, CaseId, Journal, JournalError, OutcomeLine, ReadJournal, RunLine, read_journal,
};
pub use results::{Results, Status};
pub use run::{MetricRecord, RunRecord};
pub use summary::write_summary;

/// The version of every wire type here. It grows when a reader of the old one would misread the new one.
pub const SCHEMA_VERSION: u32 = 1;
