/** What other modules may know of custody: nothing yet. It plugs into the ledger's extension points. */
export {}
