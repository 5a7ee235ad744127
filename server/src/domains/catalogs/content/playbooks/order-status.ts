import type { PlaybookTemplate } from '../../entry.ts'

export const orderStatus: PlaybookTemplate = {
  id: '@svc/playbook.order-status',
  version: '1.0.1',
  name: 'Order status',
  description: 'Says where an order is and what happens next.',
  whenToUse: 'The person asks where their order or parcel is, about delivery, tracking, shipping or a delay.',
  body: [
    'People who ask for their order want three things: where it is, when it comes, and whether they must do anything.',
    '',
    'How to go about it',
    '- Ask for the order number and the email address of the order, both in one message. Look the order up; both must match.',
    '- Answer in this order: state, date, next step. “Sent on Monday, expected on Thursday, nothing to do for you.” Add the tracking link where there is one.',
    '- If it is late by the date that was promised, say so first, apologize once, and alert the team.',
    '- If tracking says delivered but it is not there, ask to check neighbors, the letter box and a parcel shop; if that was done, pass it to the team at once.',
    '- If you cannot look up orders, take number and email address, alert the team, and say that they will answer.',
    '',
    'Do not',
    '- Do not give details when number and address do not match, not even whether the order exists. Do not change addresses, cancel orders or promise a date yourself. Do not blame the carrier.',
    '',
    'Hand over',
    '- Lost, damaged or wrong parcels go to the team with order number, what arrived, and a photo if there is one. Offer the contact options.',
  ].join('\n'),
  examples: [
    [
      { role: 'user', content: 'wheres my parcel' },
      {
        role: 'agent',
        content: 'Let us find it. Please send me the order number and the email address you ordered with.',
      },
    ],
  ],
  derivedSkillTemplateIds: ['@svc/skill.look-up-an-order'],
}
