//! Turns the derived document into valid OpenAPI 3.1, with a distinct name for everything that a generated client turns
//! into a type.
//!
//! The derivation writes the variants of an enum where they are used, without a name, and tuples as arrays whose
//! further `items` are `false`, which generators refuse; and a response has a description only where one was written.

use std::collections::BTreeMap;
use std::mem;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::schema::{ArrayItems, OneOfBuilder, Schema};
use utoipa::openapi::{OpenApi, Ref, RefOr};

/// Completes a document.
pub(super) fn finish(mut document: OpenApi) -> OpenApi {
    for operation in document.paths.paths.values_mut().flat_map(operations) {
        describe_responses(operation);
    }
    if let Some(components) = &mut document.components {
        for schema in components.schemas.values_mut() {
            each(schema, &mut close_tuple);
        }
        name_variants(&mut components.schemas);
    }
    document
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem { get, put, post, delete, options, head, patch, trace, .. } = item;
    [get, put, post, delete, options, head, patch, trace].into_iter().flatten()
}

/// A response that says nothing of itself is what the operation says it answers.
fn describe_responses(operation: &mut Operation) {
    let Some(summary) = &operation.summary else { return };
    for response in operation.responses.responses.values_mut() {
        if let RefOr::T(response) = response
            && response.description.is_empty()
        {
            response.description.clone_from(summary);
        }
    }
}

/// Does something to a schema and all that are written inside it.
fn each(schema: &mut RefOr<Schema>, change: &mut impl FnMut(&mut Schema)) {
    let RefOr::T(schema) = schema else { return };
    change(schema);
    match schema {
        Schema::Object(object) => object.properties.values_mut().for_each(|inner| each(inner, change)),
        Schema::Array(array) => {
            if let ArrayItems::RefOrSchema(inner) = &mut array.items {
                each(inner, change);
            }
        }
        Schema::OneOf(choice) => choice.items.iter_mut().for_each(|inner| each(inner, change)),
        Schema::AllOf(all) => all.items.iter_mut().for_each(|inner| each(inner, change)),
        Schema::AnyOf(any) => any.items.iter_mut().for_each(|inner| each(inner, change)),
        _ => {}
    }
}

/// A tuple has so many items, and each is one of its kinds.
fn close_tuple(schema: &mut Schema) {
    let Schema::Array(array) = schema else { return };
    if array.items != ArrayItems::False {
        return;
    }
    let kinds = array.prefix_items.iter().cloned().fold(OneOfBuilder::new(), OneOfBuilder::item);
    array.items = ArrayItems::RefOrSchema(Box::new(Schema::OneOf(kinds.build()).into()));
    array.min_items = Some(array.prefix_items.len());
    array.max_items = array.min_items;
}

/// Gives every variant of an enum, and the fields of one, a schema of its own: `CommandSit`, `CommandSitFields`.
fn name_variants(schemas: &mut BTreeMap<String, RefOr<Schema>>) {
    let mut named = Vec::new();
    for (parent, schema) in schemas.iter_mut() {
        let RefOr::T(Schema::OneOf(choice)) = schema else { continue };
        for variant in &mut choice.items {
            let RefOr::T(inline) = &mut *variant else { continue };
            let Some(tag) = tag(inline) else { continue };
            let name = format!("{parent}{}", capitalised(&tag));
            if let Schema::Object(object) = inline
                && let Some(fields) = object.properties.get_mut(&tag)
                && matches!(fields, RefOr::T(Schema::Object(fields)) if !fields.properties.is_empty())
            {
                named.push((format!("{name}Fields"), refer(fields, &format!("{name}Fields"))));
            }
            named.push((name.clone(), refer(variant, &name)));
        }
    }
    for (name, schema) in named {
        let before = schemas.insert(name, schema);
        debug_assert!(before.is_none(), "two schemas have the same name");
    }
}

/// Puts a reference in the place of a schema.
fn refer(schema: &mut RefOr<Schema>, name: &str) -> RefOr<Schema> {
    mem::replace(schema, Ref::from_schema_name(name).into())
}

/// What tells a variant from the others: its word, or the word in its tag, or its only key.
fn tag(variant: &Schema) -> Option<String> {
    match variant {
        Schema::Object(object) => {
            let only = |schema: &Schema| match schema {
                Schema::Object(object) => match object.enum_values.as_deref() {
                    Some([word]) => word.as_str().map(str::to_owned),
                    _ => None,
                },
                _ => None,
            };
            let inner = |schema: &RefOr<Schema>| if let RefOr::T(schema) = schema { only(schema) } else { None };
            only(variant).or_else(|| object.properties.values().find_map(inner)).or_else(|| {
                let mut keys = object.properties.keys();
                keys.next().filter(|_| keys.next().is_none()).cloned()
            })
        }
        Schema::AllOf(all) => all.items.iter().find_map(|part| match part {
            RefOr::T(part @ Schema::Object(object)) if !object.properties.is_empty() => tag(part),
            _ => None,
        }),
        _ => None,
    }
}

/// `go-idle` as `GoIdle`.
fn capitalised(tag: &str) -> String {
    let words = tag.split(|letter: char| !letter.is_alphanumeric());
    words.flat_map(|word| word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1))).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    fn document() -> Value {
        serde_json::to_value(crate::api::document()).unwrap()
    }

    /// Every value of a document with the way to it.
    fn walk(value: &Value, way: &str, look: &mut impl FnMut(&str, &Value)) {
        look(way, value);
        match value {
            Value::Object(fields) => fields.iter().for_each(|(key, inner)| walk(inner, &format!("{way}/{key}"), look)),
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(n, inner)| walk(inner, &format!("{way}/{n}"), look));
            }
            _ => {}
        }
    }

    #[test]
    fn every_response_has_a_description() {
        let mut responses = 0;
        for (path, item) in document()["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                for (status, response) in operation["responses"].as_object().unwrap() {
                    responses += 1;
                    let said = response["description"].as_str().unwrap_or_default();
                    assert!(!said.is_empty(), "{method} {path} does not describe {status}");
                }
            }
        }
        assert!(responses > 500, "{responses}");
    }

    #[test]
    fn no_schema_is_a_bare_truth_value_and_a_tuple_has_its_length() {
        let mut tuples = 0;
        walk(&document()["components"]["schemas"], "", &mut |way, value| {
            assert!(!(way.ends_with("/items") && value.is_boolean()), "{way}");
            if let Some(kinds) = value.get("prefixItems").and_then(Value::as_array) {
                tuples += 1;
                assert_eq!(
                    (value["minItems"].as_u64(), value["maxItems"].as_u64()),
                    (Some(kinds.len() as u64), Some(kinds.len() as u64)),
                    "{way}"
                );
            }
        });
        assert!(tuples > 0);
    }

    #[test]
    fn every_variant_has_a_schema_of_its_own() {
        let document = document();
        let schemas = document["components"]["schemas"].as_object().unwrap();
        for (name, schema) in schemas {
            for variant in schema.get("oneOf").and_then(Value::as_array).into_iter().flatten() {
                assert!(variant.get("$ref").is_some() || variant["type"] == "null", "{name} has {variant}");
            }
        }
        let sit = &schemas["CommandSit"]["properties"]["sit"]["$ref"];
        assert_eq!(sit, "#/components/schemas/CommandSitFields");
        assert_eq!(schemas["CommandOpenTable"]["enum"][0], "open-table");
        assert_eq!(schemas["ClientMessageOrder"]["allOf"][1]["properties"]["do"]["enum"][0], "order");
    }

    #[test]
    fn every_reference_leads_to_a_schema() {
        let document = document();
        walk(&document, "", &mut |way, value| {
            if let Some(to) = value.get("$ref").and_then(Value::as_str) {
                assert!(document.pointer(to.trim_start_matches('#')).is_some(), "{way} leads to {to}");
            }
        });
    }
}
