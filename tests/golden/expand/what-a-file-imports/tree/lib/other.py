def other():
    pass
