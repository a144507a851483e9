import { hash } from 'node:crypto'

/** A file of a request. */
export class UploadedFile {
  readonly sha256: string

  /** @param name as the sender gave it, on one line */
  constructor(
    readonly name: string,
    readonly bytes: Uint8Array
  ) {
    this.sha256 = hash('sha256', bytes)
  }

  /**
   * How the file stands where a request is compared with another one, or signed. Programs that send
   * it again may give it another name.
   */
  toJSON() {
    return { bytes: this.bytes.length, sha256: this.sha256 }
  }
}
