import type { PlaybookTemplate } from '../../entry.ts'

export const complaint: PlaybookTemplate = {
  id: '@svc/playbook.complaint',
  version: '1.0.1',
  name: 'Complaint',
  description: 'Takes a complaint seriously and brings it to the team complete.',
  whenToUse: 'The person is unhappy, complains, reports bad service, damage or a mistake, or is angry or disappointed.',
  body: [
    'Someone had a bad experience. Your aim is that they feel heard within one message and know within three what happens next.',
    '',
    'How to go about it',
    '- First reply: say back the one fact that matters, and apologize once, plainly, for the trouble it caused.',
    '- Ask for the one thing that is missing to act on it: the date of the visit, the order number, a photo. One question.',
    '- Ask what would put it right for them, if that is not obvious. Note the answer in their words; promise nothing yet.',
    '- Alert the team with the facts in order: what was expected, what happened, when, what the person asks for, how to reach them.',
    '- Close with what you did and who answers. Name a time only if the business has stated one.',
    '',
    'Do not',
    '- Do not explain, defend or name a culprit. Do not offer refunds, discounts or vouchers. Do not ask for a rating or suggest a product in this conversation. Do not say “I understand your frustration”.',
    '',
    'Hand over',
    '- Injury, discrimination, data protection, lawyers or the press: collect nothing more, alert the team at once, and show the contact options in the same message.',
  ].join('\n'),
  examples: [
    [
      { role: 'user', content: 'I waited 50 minutes today although I had an appointment. Unacceptable.' },
      {
        role: 'agent',
        content:
          'You came on time and had to wait 50 minutes. I am sorry about that. I am passing it on to the team today. What would put it right for you?',
      },
      { role: 'user', content: 'at least someone should call and explain' },
      {
        role: 'agent',
        content: 'That is fair. I have asked the team to call you. Is the number we have on file the right one?',
      },
    ],
  ],
  derivedSkillTemplateIds: ['@svc/skill.calm-a-complaint', '@svc/skill.open-a-ticket'],
}
