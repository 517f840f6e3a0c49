def first(name):
	return "a\\b %s" % name.lower()
