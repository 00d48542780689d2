use eval_harness::{MockContext, MockError, mock};
use serde_json::Value;

#[mock]
async fn without_arguments(_cx: MockContext, _method: &str) -> Result<Value, MockError> {
    Ok(Value::Null)
}

#[mock]
async fn with_more(_cx: MockContext, _method: &str, args: Value, _call: u32) -> Result<Value, MockError> {
    Ok(args)
}

#[mock]
async fn borrows(_cx: &MockContext, _method: String, args: Value) -> Result<Value, MockError> {
    Ok(args)
}

#[mock]
async fn by_number(_cx: MockContext, _method: u32, args: Value) -> Result<Value, MockError> {
    Ok(args)
}

#[mock]
async fn reads_text(_cx: MockContext, _method: &str, args: String) -> Result<Value, MockError> {
    Ok(Value::from(args))
}

struct Order;

// Not evident: the name may be an alias. The compiler knows.
#[mock]
async fn reads_an_order(_cx: MockContext, _method: &str, _args: Order) -> Result<Value, MockError> {
    Ok(Value::Null)
}

fn main() {}
