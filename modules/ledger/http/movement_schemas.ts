import { schema } from '#app/http/schemas'
import { operationSchema } from './schemas.ts'
import { moneySchema } from './value_schemas.ts'

const { string, nullable, decimal, list, object, envelope, enumeration } = schema

/** JSON Schemas of the routes that move value, besides the plain transfer. */

const refusal = schema.named(
  'BulkRefusal',
  { code: string, message: string, details: schema.record },
  ['details']
)

export const movementAnswers = {
  preview: envelope(
    object({ operation: operationSchema, fee: moneySchema, dryRun: { const: true } }, ['fee'])
  ),
  bulk: envelope(
    object({
      mode: enumeration('atomic', 'independent'),
      results: list(
        schema.named(
          'BulkResult',
          {
            path: schema.path,
            status: enumeration('completed', 'pending', 'failed', 'replayed'),
            operation: operationSchema,
            fee: moneySchema,
            error: refusal,
          },
          ['operation', 'fee', 'error']
        )
      ),
    })
  ),
  defund: envelope(object({ operation: operationSchema, txHash: nullable(schema.chainHash) })),
  feeEstimate: envelope(
    object(
      {
        fee: moneySchema,
        netAmount: decimal,
        feeBreakdown: schema.named('FeeBreakdown', {
          exchange: decimal,
          platform: decimal,
          builder: decimal,
        }),
      },
      ['feeBreakdown']
    )
  ),
}
