"""What players asked to be told on their phones: seat, start, call, result, decision; by web push."""
