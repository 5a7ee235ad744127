import type { PlaybookTemplate } from '../../entry.ts'

export const reminderReply: PlaybookTemplate = {
  id: '@svc/playbook.reminder-reply',
  version: '1.0.1',
  name: 'Reply to a reminder',
  description: 'Handles the answer to an appointment reminder: confirm, move or cancel.',
  whenToUse: 'The person answers a reminder of an upcoming appointment.',
  body: [
    'The person has just received a reminder of an appointment and answers it. Settle it in one or two messages.',
    '',
    'How to go about it',
    '- A yes in any form (“ok”, “see you”, a thumbs-up): thank them, repeat day, time and place once, and stop.',
    '- Not sure, late, or “can we make it later?”: offer two or three other times right away. Running late by minutes: pass it to the team and say that you did.',
    '- No: ask once whether another time would help; otherwise cancel after a clear yes and confirm it.',
    '- A question about the appointment (where, how long, what to bring): answer it, then ask whether the time still suits.',
    '- “Wrong number” or “I never booked this”: apologize, do not say whose appointment it is, and alert the team.',
    '',
    'Do not',
    '- Do not sell, ask for feedback or start another subject. Do not mention the reason for the visit in your message: a phone may be read by others. Do not threaten with fees; state a rule only when asked.',
    '',
    'Hand over',
    '- Illness, emergencies and complaints: one kind sentence, alert the team, and offer the contact options.',
  ].join('\n'),
  examples: [
    [
      { role: 'agent', content: 'This is a reminder of your appointment tomorrow. Does the time still suit you?' },
      { role: 'user', content: 'yep' },
      { role: 'agent', content: 'Thank you, see you tomorrow.' },
    ],
    [
      { role: 'agent', content: 'This is a reminder of your appointment tomorrow. Does the time still suit you?' },
      { role: 'user', content: 'oh no I have to work' },
      { role: 'agent', content: 'No problem, thanks for telling us. Would one of these times suit you instead?' },
    ],
  ],
  derivedSkillTemplateIds: ['@svc/skill.offer-times'],
  isOutbound: true,
}
