/*
 * Payment pages work without this. It copies the address, counts down, shows news without a reload
 * and takes the payer back. What changes is always rendered by the server and put in as a whole.
 */
const POLL_MS = 3000
const LEAVE_MS = 2500
const COPIED_MS = 2000

/** The part of the page that changes; its content is replaced. */
const payment = document.getElementById('payment')
const api = payment && `/api/v1${payment.dataset.path}`
/** Whether somebody has been looking while the payment was open. */
let wasOpen = false
let polling = null
/** When this version was put in, by a clock that only runs. */
let shownAt = 0

if (payment) begin()

function begin() {
  for (const image of document.querySelectorAll('.mark img')) {
    image.addEventListener('error', () => image.classList.add('missing'))
    if (image.complete && image.naturalWidth === 0) image.classList.add('missing')
  }
  document.addEventListener('click', onClick)
  document.addEventListener('submit', onSubmit)
  // A page from the browser's memory shows what was, with its button pressed.
  window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  setInterval(countDown, 1000)
  show()
  if (!hasEnded()) follow()
}

function hasEnded() {
  return payment.dataset.progress === 'ended'
}

/** After every new version. */
function show() {
  shownAt = performance.now()
  for (const button of payment.querySelectorAll('[data-copy]')) button.hidden = !navigator.clipboard
  countDown()
  if (hasEnded()) leave()
  else wasOpen = true
}

/** The stream of changes; a proxy or a full server may refuse it. */
function follow() {
  if (!window.EventSource) return poll()
  const source = new EventSource(`${api}/events`)
  source.addEventListener('payment', ({ data }) => {
    void onNews(JSON.parse(data))
    if (JSON.parse(data).progress === 'ended') source.close()
  })
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) poll()
  })
}

function poll() {
  polling ??= setInterval(async () => {
    if (document.hidden) return
    const answer = await fetch(api).catch(() => null)
    // Its realm was closed: the page still shows where to pay, and the server says not to any more.
    if (answer?.status === 404) location.reload()
    if (answer?.ok) await onNews((await answer.json()).data.payment)
  }, POLL_MS)
}

async function onNews({ status, progress }) {
  if (status === payment.dataset.status && progress === payment.dataset.progress) return
  const answer = await fetch(payment.dataset.path, { headers: { accept: 'text/html' } }).catch(
    () => null
  )
  if (!answer?.ok) return poll()
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const next = page.getElementById('payment')
  if (!next) return
  // The region itself stays, so that screen readers announce what is new in it.
  for (const { name, value } of next.attributes) {
    if (name.startsWith('data-')) payment.setAttribute(name, value)
  }
  payment.replaceChildren(...next.childNodes)
  if (hasEnded()) clearInterval(polling)
  show()
}

async function onClick(event) {
  const button = event.target.closest('[data-copy]')
  if (!button) return
  const label = button.textContent
  try {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent)
    button.textContent = 'Copied'
  } catch {
    button.textContent = 'Not copied'
  }
  setTimeout(() => (button.textContent = label), COPIED_MS)
}

/** Sent twice it would be done once all the same; this only keeps the person calm. */
function onSubmit(event) {
  const button = event.target.querySelector('button[type=submit]')
  if (button.getAttribute('aria-disabled') === 'true') return event.preventDefault()
  button.setAttribute('aria-disabled', 'true')
}

/** By the server's clock: the payer's may be wrong. */
function countDown() {
  const expires = document.getElementById('expires')
  const timer = document.getElementById('countdown')
  if (!expires || !timer) return
  const passed = Math.floor((performance.now() - shownAt) / 1000)
  const left = Number(timer.dataset.left) - passed
  timer.hidden = left <= 0
  expires.hidden = left > 0
  if (left > 0) timer.textContent = `in ${remaining(left)}`
  // Without a stream the page must not stand at zero until the next look.
  else if (left === 0) poll()
}

function remaining(seconds) {
  const days = Math.floor(seconds / 86400)
  const hours = Math.floor((seconds % 86400) / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  if (days > 0) return `${days} d ${hours} h`
  const clock = [minutes, seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
  return hours > 0 ? `${hours}:${clock}` : clock
}

/** As the builder wants it: back by itself, the window closed, or its opener told. */
function leave() {
  const { strategy, status, link, origin } = payment.dataset
  const address = payment.dataset.return
  const leaving = document.getElementById('leaving')
  if (strategy === 'navigate') {
    const message = { type: 'payment_link', paymentLinkId: link, status }
    if (window.opener && origin) window.opener.postMessage(message, origin)
    return
  }
  // Somebody who opens an old link wants to read what became of it.
  if (status !== 'completed' && !wasOpen) return
  if (strategy === 'close') setTimeout(() => window.close(), LEAVE_MS)
  if (strategy !== 'redirect' || address === '') return
  if (leaving) leaving.hidden = false
  // Replaced, or the way back from there would lead here and away again.
  setTimeout(() => location.replace(address), LEAVE_MS)
}
