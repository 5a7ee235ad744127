import type { PlaybookTemplate } from '../../entry.ts'

export const paymentQuestion: PlaybookTemplate = {
  id: '@svc/playbook.payment-question',
  version: '1.0.1',
  name: 'Payment question',
  description: 'Explains bills and ways to pay, without touching card details.',
  whenToUse:
    'The person asks about a bill, an invoice, a payment, a deposit, a fee, a refund, instalments or which payment methods are accepted.',
  body: [
    'Questions about money need exact words and a calm tone.',
    '',
    'How to go about it',
    '- General questions (how to pay, when, deposits, fees) are answered from the knowledge, word for word where amounts are involved.',
    '- For a bill that someone does not understand, ask which item it is about and for the invoice number. Explain what the item is if the knowledge says so; otherwise pass it on.',
    '- For a payment that is said to be missing or double, take the date, the amount and the invoice or order number, and alert the team. Do not take sides on whether it arrived.',
    '- To take a payment, send the secure link that the business uses; repeat amount and purpose before you send it.',
    '- If someone cannot pay in time, thank them for saying so and pass it to the team; they decide about terms.',
    '',
    'Do not',
    '- Do not ask for card numbers, bank details or codes, and do not accept them: ask for the message to be deleted. Do not promise refunds, instalments or that a fee is dropped. Do not give tax advice.',
    '',
    'Hand over',
    '- Disputes, reminders, debt collection and suspected fraud go to the team at once, with the contact options.',
  ].join('\n'),
  examples: [
    [
      { role: 'user', content: 'I was charged twice!' },
      {
        role: 'agent',
        content:
          'That would be annoying; let us get it checked. What is the invoice or order number, and on which days were you charged?',
      },
    ],
  ],
  derivedSkillTemplateIds: ['@svc/skill.send-a-payment-link'],
}
