import { test } from '@japa/runner'
import { declaredCall, type CallDocument } from '#modules/console/core/declared_call'

const DOCUMENT: CallDocument = {
  paths: {
    '/api/v1/transfer': {
      post: {
        'operationId': 'createTransfer',
        'summary': 'Move value',
        'parameters': [{ name: 'Idempotency-Key', in: 'header' }],
        'requestBody': {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Asked' } } },
        },
        'x-operation-path': 'path',
      },
    },
    '/api/v1/orders/{id}': {
      delete: {
        operationId: 'cancelOrder',
        summary: 'Cancel',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          {
            name: 'path',
            in: 'query',
            required: true,
            description: 'Its name',
            schema: { type: 'string' },
          },
          { name: 'market', in: 'query', schema: { type: 'string' } },
        ],
      },
    },
    '/api/v1/files': {
      post: {
        operationId: 'upload',
        summary: 'Upload',
        parameters: [],
        requestBody: { content: { 'multipart/form-data': { schema: {} } } },
      },
    },
  },
  components: {
    schemas: {
      Asked: { type: 'object', properties: { fee: { $ref: '#/components/schemas/Fee' } } },
      Fee: { type: 'object', properties: { amount: { type: 'string' } } },
    },
  },
}

const METHODS = { createTransfer: 'transfers.create' }

test.group('console | what a form knows of a call', () => {
  test('is its address, its key, its client method and its body without references', ({
    assert,
  }) => {
    assert.deepEqual(declaredCall(DOCUMENT, 'createTransfer', METHODS), {
      operationId: 'createTransfer',
      method: 'POST',
      path: '/api/v1/transfer',
      summary: 'Move value',
      client: 'transfers.create',
      input: 'body',
      keyed: true,
      operationPath: 'path',
      schema: {
        type: 'object',
        properties: { fee: { type: 'object', properties: { amount: { type: 'string' } } } },
      },
    })
  })

  test('is the query of a call without a body', ({ assert }) => {
    const call = declaredCall(DOCUMENT, 'cancelOrder', METHODS)!
    assert.containSubset(call, { method: 'DELETE', input: 'query', keyed: false, client: null })
    assert.deepEqual(call.schema, {
      type: 'object',
      properties: { path: { type: 'string', description: 'Its name' }, market: { type: 'string' } },
      required: ['path'],
    })
  })

  test('is nothing for a call that is not there, or that takes a file', ({ assert }) => {
    assert.isNull(declaredCall(DOCUMENT, 'toString', METHODS))
    assert.isNull(declaredCall(DOCUMENT, 'upload', METHODS))
  })
})
