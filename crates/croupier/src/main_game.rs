//! The wagers that contest the dealer: the one place where each game's exact play joins the odds, the PAR sheet and the
//! page of all figures.

use crate::Failure;
use crate::asia_poker::Question;
use crate::asked::Asked;
use crate::memory::remembered;
use croupier_odds::asia_poker::Side;
use croupier_odds::crazy_4::MainGame;
use croupier_odds::six_card_fortune::solve;
use croupier_odds::{Distribution, Progress, Strategy, WagerReport};
use croupier_rules::house_way::{Dealer, HouseWay};
use croupier_rules::{Shape, WagerKind};

/// How the main game is to be played and answered.
#[derive(Clone, Copy)]
pub(crate) struct Play {
    /// As asked; each text has its own where nothing is asked.
    pub(crate) strategy: Option<Strategy>,
    /// Whether answers are remembered.
    pub(crate) remember: bool,
}

/// What the main wager comes to, and the Double Down where there is one; none where that is not computed.
pub(crate) fn contests(asked: &Asked, play: Play, progress: &dyn Progress) -> Result<Vec<WagerReport>, Failure> {
    if play.strategy == Some(Strategy::HouseWay) && asked.way.is_none() {
        let cited = asked.game.shape_clause();
        let said = format!("{} sets no hands, so nobody plays it by a house way ({cited})", asked.game.text());
        return Err(Failure::WrongCall(anyhow::anyhow!(said)));
    }
    if let Some(question) = Question::new(asked, play.remember) {
        return Ok(vec![asia_poker(asked, &question.player(progress)?, play.strategy)]);
    }
    match (asked.game.shape(), &asked.way) {
        (Some(Shape::FIVE_ONE), Some(way)) => six_card_fortune(asked, way, play, progress),
        _ => Ok(vec![told(asked, WagerKind::Main, &MainGame::solve(&asked.choices).best_play(), Strategy::Optimal)]),
    }
}

fn told(asked: &Asked, wager: WagerKind, comes_to: &Distribution, strategy: Strategy) -> WagerReport {
    let printed = asked.game.payouts().paytables.iter().find(|table| table.wager == wager);
    let clause = printed.map(|table| table.clause.to_string()).unwrap_or_default();
    WagerReport::contest(wager, clause, comes_to, strategy)
}

/// Asia Poker: copying the house way, which is what is told unless the best response is asked for.
pub(crate) fn asia_poker(asked: &Asked, player: &Side, strategy: Option<Strategy>) -> WagerReport {
    let (strategy, won) = match strategy {
        Some(Strategy::Optimal) => (Strategy::Optimal, player.best),
        _ => (Strategy::HouseWay, player.way),
    };
    told(asked, WagerKind::Main, &player.distribution(won), strategy)
}

/// Six-Card Fortune Pai Gow: the main wager, and the Double Down of a player who sets the hands for the main wager.
fn six_card_fortune(
    asked: &Asked,
    way: &HouseWay,
    play: Play,
    progress: &dyn Progress,
) -> Result<Vec<WagerReport>, Failure> {
    let dealer = Dealer::new(way, Shape::FIVE_ONE, asked.game.ranking(&asked.choices));
    let facts = format!("{}\n{:?}\n{way:?}", asked.game.text(), asked.choices);
    let solved = remembered("six-card-fortune", &facts, play.remember, || {
        let solution = solve(asked.choices, &dealer, progress).map_err(|error| error.to_string())?;
        Ok::<_, String>((solution.best, solution.house_way))
    });
    let (best, house_way) = solved.map_err(Failure::Content)?;
    let (strategy, played) = match play.strategy {
        Some(Strategy::HouseWay) => (Strategy::HouseWay, house_way),
        _ => (Strategy::Optimal, best),
    };
    let report = |wager, comes_to: Distribution| told(asked, wager, &comes_to, strategy);
    Ok(vec![report(WagerKind::Main, played.main()), report(WagerKind::DoubleDown, played.double_down())])
}
