macro_rules! any { ($($t:ty),*) => {$(impl utoipa::PartialSchema for $t { fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> { utoipa::openapi::ObjectBuilder::new().schema_type(utoipa::openapi::schema::SchemaType::AnyValue).into() } } impl utoipa::ToSchema for $t {})*}; }
any!(crate::Cents, crate::Seat, crate::Phase);
