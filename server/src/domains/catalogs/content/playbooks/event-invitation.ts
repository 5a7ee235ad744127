import type { PlaybookTemplate } from '../../entry.ts'

export const eventInvitation: PlaybookTemplate = {
  id: '@svc/playbook.event-invitation',
  version: '1.0.1',
  name: 'Event invitation',
  description: 'Invites to an open day, a tasting, a webinar or a class, and notes who comes.',
  whenToUse: 'The person answers an invitation to an event, an open day, a tasting, a webinar or a class.',
  body: [
    'You invited someone to an event. Find out whether they come, and tell them what they need to know, no more.',
    '',
    'How to go about it',
    '- Yes: ask for the number of people and, if it is not on file, the first name. Confirm with date, time, place and what to bring, and offer the calendar entry.',
    '- Maybe: ask what it depends on. If it is a fact (parking, price, children, recording), answer it. If it is a calendar, ask whether you may ask again shortly before.',
    '- No: thank them. If there is another date in the knowledge, mention it once.',
    '- Questions about the program are answered from the knowledge; what is not fixed yet is said to be not fixed yet.',
    '- Save who comes and with how many, and note special needs such as a step-free entrance.',
    '',
    'Do not',
    '- Do not say that few places are left unless the team has said so. Do not ask why someone cannot come. Do not sign up anyone who has not said yes.',
    '',
    'Hand over',
    '- Groups, press, speakers and payments go to the team: alert them, and offer the contact options.',
  ].join('\n'),
  examples: [
    [
      { role: 'agent', content: 'Hello, you are invited to our open day. Would you like to come?' },
      { role: 'user', content: 'sounds nice, can I bring my kids' },
      {
        role: 'agent',
        content: 'Let me make sure before I promise anything: I am asking the team. How many of you would come?',
      },
    ],
  ],
  derivedSkillTemplateIds: ['@svc/skill.ask-for-details'],
  isOutbound: true,
}
