//! Mocks of each form.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, unreachable_pub, unused_qualifications)]

use eval_harness::__private::{MockType, inventory};
use eval_harness::{MockContext, MockError, mock};
use serde_json::Value;

/// A shop that sells everything once.
#[mock(methods = ["create_order", "update_stock"])]
async fn shop(_cx: MockContext, method: &str, args: Value) -> Result<Value, MockError> {
    match method {
        "create_order" => Ok(Value::Bool(true)),
        _ => Ok(args),
    }
}

#[mock(name = "any-mail")]
async fn mail(_cx: MockContext, method: String, _args: Value) -> Result<String, MockError> {
    Ok(method)
}

#[mock(methods = ["read",], name = "files")]
pub(crate) async fn counts_files(_: MockContext, _: &str, _: Value) -> serde_json::Result<u64> {
    Ok(1)
}

fn main() {
    let find = |name: &str| inventory::iter::<MockType>().find(|mock| mock.name == name).unwrap();
    let shop = find("shop");
    assert_eq!(shop.doc, "A shop that sells everything once.");
    assert_eq!(shop.module, module_path!());
    assert_eq!(shop.methods, ["create_order", "update_stock"]);
    assert!(find("any-mail").methods.is_empty());
    assert_eq!(find("files").methods, ["read"]);
}
