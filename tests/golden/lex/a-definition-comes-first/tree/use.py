x = parse_ledger(1)
y = parse_ledger(2)
