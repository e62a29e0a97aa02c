/** The script of the page of one blog. */
export {}
