import encryption from '@adonisjs/core/services/encryption'
import { BaseSchema } from '@adonisjs/lucid/schema'
import { openedToken, storedToken } from '../sealed_token.ts'

const BATCH = 500

interface Row {
  id: string
  token: string | null
  token_sealed: string | null
}

/** Seals the tokens of existing links, so that addresses that were given out keep working. */
export default class extends BaseSchema {
  async up() {
    this.defer(async (database) => {
      for (;;) {
        const rows = (await database
          .from('payment_links')
          .select('id', 'token')
          .whereNull('token_hash')
          .limit(BATCH)) as Row[]
        for (const { id, token } of rows) {
          const { hash, sealed } = storedToken(token!, encryption)
          await database
            .from('payment_links')
            .where({ id })
            .update({ token_hash: hash, token_sealed: sealed })
        }
        if (rows.length < BATCH) return
      }
    })
  }

  async down() {
    this.defer(async (database) => {
      const rows = (await database.from('payment_links').select('id', 'token_sealed')) as Row[]
      for (const { id, token_sealed: sealed } of rows) {
        const token = openedToken(sealed!, encryption)
        if (token === null) throw new Error('A token was sealed with another APP_KEY')
        await database.from('payment_links').where({ id }).update({ token })
      }
    })
  }
}
