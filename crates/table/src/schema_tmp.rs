macro_rules! any { ($($t:ty),*) => {$(impl utoipa::PartialSchema for $t { fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> { utoipa::openapi::ObjectBuilder::new().schema_type(utoipa::openapi::schema::SchemaType::AnyValue).into() } } impl utoipa::ToSchema for $t {})*}; }
any!(
    crate::Hundredths,
    crate::At,
    crate::Who,
    crate::Status,
    crate::View,
    crate::Command,
    crate::CommandId,
    crate::Openings,
    crate::Actor,
    crate::Event
);
