"""The rules of the game: what may happen, what follows, who pays. Decides; `engine.state` keeps what came of it."""
