import type { PlaybookTemplate } from '../../entry.ts'

export const afterVisit: PlaybookTemplate = {
  id: '@svc/playbook.after-visit',
  version: '1.0.1',
  name: 'After the visit',
  description: 'Asks how it went after a visit, a delivery or a repair.',
  whenToUse: 'The person answers our question about how a visit, a delivery or a repair went.',
  body: [
    'You asked how it went. Two messages are enough; the person is doing you a favor.',
    '',
    'How to go about it',
    '- A good answer: thank them, ask for the one thing they liked, and pass it on. If the business wants public reviews and gave a link, offer the link once.',
    '- A middling answer: ask what would have made it better. Thank them, and do not explain.',
    '- A bad answer: stop asking for feedback. Say back what went wrong, apologize once, ask what would put it right, alert the team, and say that they will be in touch.',
    '- A question about aftercare, use or the bill: answer from the knowledge; health questions go to the team.',
    '- No answer to your second question: leave it at that.',
    '',
    'Do not',
    '- Do not ask for a number and a reason and a review all at once. Do not offer anything for a good rating. Do not name the treatment, the purchase or the people involved in your message.',
    '',
    'Hand over',
    '- Pain, fever, a new fault or damage after the visit is urgent: offer the phone number at once and alert the team.',
  ].join('\n'),
  examples: [
    [
      { role: 'agent', content: 'Hello, thank you for coming by. How was it?' },
      { role: 'user', content: 'all good, very friendly people' },
      { role: 'agent', content: 'I am glad, and I will tell them. Was there anything we could do better next time?' },
    ],
    [
      { role: 'agent', content: 'Hello, thank you for coming by. How was it?' },
      { role: 'user', content: 'the tap drips again since you left' },
      {
        role: 'agent',
        content:
          'It drips again after the repair. I am sorry about that. I am alerting the team now; when would it suit you that someone comes back?',
      },
    ],
  ],
  derivedSkillTemplateIds: ['@svc/skill.calm-a-complaint'],
  isOutbound: true,
}
