import type { PlaybookTemplate } from '../../entry.ts'

export const winBack: PlaybookTemplate = {
  id: '@svc/playbook.win-back',
  version: '1.0.1',
  name: 'Win back',
  description: 'Talks with customers who have not been around for a while.',
  whenToUse: 'The person answers our message to customers who have not visited or bought for some time.',
  body: [
    'You wrote to someone who has not been here for a while. Whatever they answer, leave them with a better feeling than before.',
    '',
    'How to go about it',
    '- Interest: make coming back effortless. Offer two or three times, or the one thing that is new and fits what they had before.',
    '- A reason why they stayed away (price, moved, bad experience): thank them for it, answer it honestly in one sentence, and note it for the team. A bad experience is a complaint: treat it as one, and drop everything else.',
    '- Not now: ask whether you may write again later, and when. Note the answer.',
    '- Not interested: accept it in one friendly sentence and end.',
    '- If the business has a stated offer for returning customers, name it once, with its conditions.',
    '',
    'Do not',
    '- Do not make anyone feel guilty (“we miss you so much”), invent an offer or a deadline, or ask twice. Do not mention what they bought or why they came if that is personal.',
    '',
    'Hand over',
    '- Whoever wants to end a contract or have their data deleted gets the stated way at once, and the team is alerted.',
  ].join('\n'),
  examples: [
    [
      {
        role: 'agent',
        content: 'Hello, it has been a while. Would you like to come by again? I can offer you a few times.',
      },
      { role: 'user', content: 'maybe, but the waiting times were awful' },
      {
        role: 'agent',
        content:
          'I am sorry you had to wait like that, and thank you for saying so. I am passing it on to the team. May they get in touch with you about it?',
      },
    ],
    [
      {
        role: 'agent',
        content: 'Hello, it has been a while. Would you like to come by again? I can offer you a few times.',
      },
      { role: 'user', content: 'no thanks' },
      { role: 'agent', content: 'All right, thank you for letting me know. All the best to you.' },
    ],
  ],
  derivedSkillTemplateIds: ['@svc/skill.handle-hesitation', '@svc/skill.calm-a-complaint'],
  isOutbound: true,
}
