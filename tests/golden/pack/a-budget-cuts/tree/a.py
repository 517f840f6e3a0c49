def one_before():
    return call_a_function(1, 2, 3, 4, 5)


def two_itself():
    return call_a_function(2, 3, 4, 5, 6)


def three_after():
    return call_a_function(3, 4, 5, 6, 7)


def four_far():
    return call_a_function(4, 5, 6, 7, 8)
