module entrants

go 1.19
