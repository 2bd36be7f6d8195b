//! The wagers that contest the dealer: the one place where each game's exact play joins the odds, the PAR sheet and the
//! page of all figures.

use crate::Failure;
use crate::asked::Asked;
use croupier_odds::{Progress, Strategy, WagerReport};

/// How the main game is to be played and answered.
#[derive(Clone, Copy)]
pub(crate) struct Play {
    /// As asked; each text has its own where nothing is asked.
    pub(crate) strategy: Option<Strategy>,
    /// Whether answers are remembered.
    pub(crate) remember: bool,
}

/// What the main wager comes to, and the Double Down where there is one; none where that is not computed.
pub(crate) fn contests(asked: &Asked, play: Play, _progress: &dyn Progress) -> Result<Vec<WagerReport>, Failure> {
    if play.strategy == Some(Strategy::HouseWay) && asked.way.is_none() {
        let cited = asked.game.shape_clause();
        let said = format!("{} sets no hands, so nobody plays it by a house way ({cited})", asked.game.text());
        return Err(Failure::WrongCall(anyhow::anyhow!(said)));
    }
    let _ = play.remember;
    Ok(Vec::new())
}
