use eval_harness::{MockContext, MockError, mock};
use serde_json::Value;

#[mock(methods = "create_order")]
async fn one_text(_cx: MockContext, _method: &str, args: Value) -> Result<Value, MockError> {
    Ok(args)
}

#[mock(methods = [create_order, 7, "update_stock"])]
async fn no_texts(_cx: MockContext, _method: &str, args: Value) -> Result<Value, MockError> {
    Ok(args)
}

#[mock(methods = ["create_order", "update_stock", "create_order"])]
async fn twice(_cx: MockContext, _method: &str, args: Value) -> Result<Value, MockError> {
    Ok(args)
}

#[mock(methods = [])]
async fn none(_cx: MockContext, _method: &str, args: Value) -> Result<Value, MockError> {
    Ok(args)
}

#[mock(methods = ["create_order", ""])]
async fn nameless(_cx: MockContext, _method: &str, args: Value) -> Result<Value, MockError> {
    Ok(args)
}

#[mock(methods)]
async fn unsaid(_cx: MockContext, _method: &str, args: Value) -> Result<Value, MockError> {
    Ok(args)
}

fn main() {}
