// Where libxml2 is: only CHTML includes its headers.
