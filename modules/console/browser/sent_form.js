// @ts-check

/**
 * Sends a form with its files, and tells how far it is, which `fetch` does not.
 *
 * @param {string} path
 * @param {FormData} form
 * @param {{ headers: Record<string, string>, onProgress: (part: number) => void }} how the part that is sent grows up to 1
 * @returns {Promise<Response>}
 */
export function sentForm(path, form, { headers, onProgress }) {
  const request = new XMLHttpRequest()
  request.open('POST', path)
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
  return new Promise((resolve, reject) => {
    request.addEventListener('error', () => {
      reject(new Error('The answer was lost. Send it again as it is: it is taken once.'))
    })
    request.addEventListener('load', () => {
      const { status, responseText } = request
      const id = request.getResponseHeader('x-request-id') ?? ''
      resolve(new Response(responseText, { status, headers: { 'x-request-id': id } }))
    })
    request.send(form)
  })
}
