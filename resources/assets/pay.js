/*
 * Payment pages work without this. It copies, counts down, tells times of the payer's own place, shows
 * news without a reload and takes the payer back. What changes is always rendered by the server, in
 * the language of the page, and put in as a whole.
 */
const POLL_MS = 3000
const COPIED_MS = 2000
const DAY = 86_400

const language = document.documentElement.lang
/** The part of the page that changes; its content is replaced. */
const payment = document.getElementById('payment')
const api = payment && `/api/v1${payment.dataset.path}`
/** Whether somebody has been looking while the payment was open. */
let wasOpen = false
let polling = null
/** The countdown to leaving, once it has begun; it begins once. */
let leaving = null
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
  for (const time of payment.querySelectorAll('time[data-local]')) tellLocally(time)
  countDown()
  if (hasEnded()) leave()
  else wasOpen = true
}

/** The server knows the language of the payer, but not where they are. */
function tellLocally(time) {
  const day = { year: 'numeric', month: 'long', day: 'numeric' }
  const clock = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' }
  const format = new Intl.DateTimeFormat(language, { ...day, ...clock })
  time.textContent = format.format(new Date(time.dateTime))
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

async function onClick({ target }) {
  if (target.closest('#stay')) return stay()
  const button = target.closest('[data-copy]')
  if (!button) return
  const label = button.textContent
  try {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent)
    button.textContent = button.dataset.copied
  } catch {
    button.textContent = button.dataset.notCopied
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
  const timer = document.getElementById('countdown')
  if (!timer) return
  const passed = Math.floor((performance.now() - shownAt) / 1000)
  const left = Number(timer.dataset.left) - passed
  document.getElementById('left').hidden = left <= 0
  document.getElementById('until').hidden = left > 0
  if (left > 0) timer.textContent = remaining(left)
  // Without a stream the page must not stand at zero until the next look.
  else if (left === 0) poll()
}

function remaining(seconds) {
  if (seconds >= DAY) return amountOf(Math.floor(seconds / DAY), 'day')
  const parts = [seconds / 3600, (seconds % 3600) / 60, seconds % 60].map(Math.floor)
  const [hours, ...clock] = parts.map((part) => String(part).padStart(2, '0'))
  return (parts[0] > 0 ? [String(Number(hours)), ...clock] : clock).join(':')
}

function amountOf(number, unit) {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
    number
  )
}

/** As the builder wants it: back by itself, the window closed, or its opener told. */
function leave() {
  const { strategy, status, link, origin, leads } = payment.dataset
  if (strategy === 'navigate') {
    const message = { type: 'payment_link', paymentLinkId: link, status }
    if (window.opener && origin) window.opener.postMessage(message, origin)
    return
  }
  // Somebody who opens an old link wants to read what became of it.
  if (!wasOpen && leads !== 'true') return
  const isThere = strategy === 'close' || payment.dataset.return !== ''
  if (isThere) leaveIn(Number(payment.dataset.leaveSeconds))
}

/** Long enough to read the receipt, and not at all for whoever wants to stay. */
function leaveIn(seconds) {
  const note = document.getElementById('leaving')
  if (!note || leaving !== null) return
  note.hidden = false
  let left = seconds
  const tick = () => {
    document.getElementById('leaving-in').textContent = amountOf(left, 'second')
    if (left-- === 0) go()
  }
  tick()
  leaving = setInterval(tick, 1000)
}

function go() {
  stay()
  if (payment.dataset.strategy === 'close') window.close()
  // Replaced, or the way back from there would lead here and away again.
  else location.replace(payment.dataset.return)
}

function stay() {
  clearInterval(leaving)
  document.getElementById('leaving').hidden = true
}
