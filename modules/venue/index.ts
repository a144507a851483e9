/**
 * What other modules may use of the venue: nothing yet. It plugs into the host's extension points.
 */
export {}
