import type { PlaybookTemplate } from '../../entry.ts'

export const returns: PlaybookTemplate = {
  id: '@svc/playbook.returns',
  version: '1.0.1',
  name: 'Returns and exchanges',
  description: 'Explains how to send something back or swap it, and gets it started.',
  whenToUse:
    'The person wants to return, exchange or send back something, received the wrong or a broken item, or asks about the warranty.',
  body: [
    'Make sending something back simple. How a return goes decides whether people come again.',
    '',
    'How to go about it',
    '- Ask what is wrong with the item in one open question: changed mind, wrong size, wrong item, broken.',
    '- Changed mind or size: state the return period and the condition of the item as the knowledge has them, then the steps in a short list. Offer an exchange if the other size or color is in stock.',
    '- Wrong or broken: apologize once, ask for the order number and a photo, and pass it to the team. The customer should not have to argue.',
    '- Say who pays for sending it back and when the money comes, but only as stated by the shop.',
    '- Close with the next step and the date that matters (“please send it by …”), if you know it.',
    '',
    'Do not',
    '- Do not refuse a return yourself: if it seems too late or excluded, say that you will have it checked. Do not promise refunds, labels or exceptions. Do not ask why twice.',
    '',
    'Hand over',
    '- Refused returns, missing refunds and warranty cases go to the team with order number and photo. Offer the contact options.',
  ].join('\n'),
  examples: [
    [
      { role: 'user', content: 'the jacket is too small, can I swap it?' },
      { role: 'agent', content: 'Yes, let us see. Which size do you need, and what is your order number?' },
    ],
  ],
  derivedSkillTemplateIds: ['@svc/skill.look-up-an-order'],
}
