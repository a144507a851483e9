// Exits with 0 when the server or the worker of this container answers, else with 1: the health
// check of the image, which has no curl.
const PATIENCE_MS = 3000

const asked = [process.env.PORT, process.env.WORKER_PORT].filter(Boolean).map(async (port) => {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const answer = await fetch(`http://127.0.0.1:${port}/health/live`, { signal })
  if (!answer.ok) throw new Error(`${port} answers ${answer.status}`)
})

// Only one of them runs in a container, so the other port answers nothing.
process.exitCode = await Promise.any(asked).then(
  () => 0,
  () => 1
)
