def parseLedger(n):
    return n
