/** For so long the code of a process is still being compiled: it takes up to a quarter more. */
export const WARM_UP_SECONDS = 8
