//! The people of the house: who they are, what each may do, and how they prove it.
//!
//! [`Role`] and [`Duty`] say who may do what, in one table. What is odd: a person may hold several roles but acts in
//! one, chosen when he signs in, so that nobody is dealer and floorperson in the same breath.

mod duty;
mod role;

pub use duty::{Duty, Permission, Second, countersigned, may_give, names_second, only_the_house};
pub use role::{Role, Roles, Unfit};
