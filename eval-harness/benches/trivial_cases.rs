//! Our own overhead: 10,000 cases, an agent that answers with its input, one `field_match` each, every file written.
//!
//! `cargo bench -p eval-harness --bench trivial_cases` runs it in release, with `--profile dev` as a user's build does, and
//! `-- 1000` with another number of cases. It prints what the whole process took: start-up, loading, running, writing.
#![expect(clippy::print_stderr, reason = "a benchmark")]

use std::fmt::Write;
use std::process::ExitCode;
use std::time::Instant;

use eval_harness::{AgentContext, AgentError, agent};

/// Answers with its input.
#[agent]
async fn echo(cx: AgentContext) -> Result<serde_json::Value, AgentError> {
    Ok(cx.input().clone())
}

fn main() -> ExitCode {
    let began = Instant::now();
    let cases: usize = std::env::args().find_map(|arg| arg.parse().ok()).unwrap_or(10_000);
    let dir = tempfile::tempdir().expect("a folder");
    let suite = dir.path().join("suite.yaml");
    std::fs::write(&suite, SUITE).expect("a suite");
    std::fs::write(dir.path().join("cases.yaml"), case_file(cases)).expect("a case file");
    let suite = suite.to_str().expect("a path in UTF-8");
    let code = eval_harness::__private::main_with(["trivial_cases".into()], &[suite], "/", file!());
    let wall = began.elapsed().as_secs_f64();
    eprintln!("{cases} cases: wall {wall:.2} s, {}", process());
    code
}

const SUITE: &str = "
name: trivial
agent: {type: echo}
parallel: 8
reports: [report, results]
metrics: [{type: field_match}]
cases: cases.yaml
";

fn case_file(cases: usize) -> String {
    let mut text = String::new();
    for case in 0..cases {
        let line = format!("echo this line number {case:06} please");
        let _ = writeln!(text, "- {{id: c{case:06}, input: {line}, expected: {{output: {line}}}}}");
    }
    text
}

/// CPU time and peak memory of this process, where the system tells.
fn process() -> String {
    let read = |file: &str| std::fs::read_to_string(file).unwrap_or_default();
    let stat = read("/proc/self/stat");
    // After the name in brackets: user and system time stand 12th and 13th, in ticks of 10 ms.
    let ticks: u32 = stat
        .rsplit(')')
        .next()
        .map(|rest| {
            rest.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<u32>().ok()).sum()
        })
        .unwrap_or_default();
    let status = read("/proc/self/status");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("unknown").trim();
    format!("CPU {:.2} s, peak memory {peak}", f64::from(ticks) / 100.0)
}
