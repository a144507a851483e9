/** What other modules may know of the venue: nothing yet. It plugs into the host's extension points. */
export {}
