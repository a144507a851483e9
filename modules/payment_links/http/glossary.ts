import { of, type Glossary } from '#app/http/openapi/glossary'
import { exampleId } from '#app/http/openapi/host_glossary'

const LINKS = ['PaymentLink', 'ListedPaymentLink', 'Payment', 'createPaymentLink']

/** What the fields of payment links mean. */
export const PAYMENT_LINKS_GLOSSARY: Glossary = {
  'payment-links.id': ['The payment link, by its id.', exampleId('pl')],
  'token': ['The token in the address of the payment page.', 'from-the-address-of-the-page'],
  'paymentLink': 'The payment link.',
  'paymentLinks': 'The payment links, newest first.',
  'payment': 'What the holder of the link may know.',
  'getPaymentAccent.colour': ['Six hexadecimal digits and `.css`.', '1f6feb.css'],
  ...of(LINKS, {
    id: 'The payment link.',
    type: '`deposit`: somebody pays. `withdrawal`: somebody is paid.',
    status: 'How the link stands.',
    progress: 'How far the payment is.',
    amount: ['USD as a decimal string.', '25.00'],
    objectPath: ['The object that is paid, or pays.', '/users/u1/wallet'],
    returnUrl: ['Where the payer goes afterwards.', 'https://example.com/thanks'],
    returnStrategy: 'How the payer gets there.',
    description: ['What the payment is for; its page shows it.', 'Two tickets for Saturday'],
    reference: [
      'The number by which you and the payer know the payment; its page shows it.',
      'INV-2026-17',
    ],
    metadata: ['Texts of your own, which the payer does not see.', { invoice: '2026-17' }],
    destinationAddress: [
      'The address a withdrawal pays; without one the holder of the link names it.',
      '0x52908400098527886E0F7030069857D2E4169EE7',
    ],
    receipt: 'When it was completed, and by which transactions; null before.',
    receivedAmount: 'What has arrived; null where nothing has to.',
    lateAmount: 'What arrived after the end.',
    url: 'The payment page. Whoever has it can pay, or be paid.',
    token: 'The last part of that address.',
    realmName: 'Whose page it is.',
    branding: 'How the page looks.',
    asset: '`paper`: simulated money.',
    failureMessage: 'Why the payment failed; payers may read it.',
  }),
  ...of('createPaymentLink', {
    objectRef: ['The object by id or path; or `objectPath`.', exampleId('obj')],
    expiresInMinutes: ['How long the link is valid.', 60],
    path: ['The path of the operation.', '/op/{operationId}-1'],
  }),
  ...of(['Receipt', 'ReceiptTransaction'], {
    completedAt: 'When the money had arrived.',
    transactions: 'What carried it on the chain; none where it was simulated.',
    txHash: 'The hash of the transaction.',
  }),
  ...of('listPaymentLinks', {
    reference: ['With exactly this reference only.', 'INV-2026-17'],
    type: 'Of this type only.',
    status: 'In this status only.',
  }),
  ...of('submitPaymentPage', {
    reviewed: 'Given once the page has shown the address again; money goes there then.',
  }),
  ...of(['confirmPayment', 'submitPaymentPage'], {
    destinationAddress: [
      'Of a withdrawal: where to pay.',
      '0x52908400098527886E0F7030069857D2E4169EE7',
    ],
  }),
}
