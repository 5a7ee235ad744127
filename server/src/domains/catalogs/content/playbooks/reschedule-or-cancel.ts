import type { PlaybookTemplate } from '../../entry.ts'

export const rescheduleOrCancel: PlaybookTemplate = {
  id: '@svc/playbook.reschedule-or-cancel',
  version: '1.0.2',
  name: 'Move or cancel an appointment',
  description: 'Changes an existing appointment without fuss.',
  whenToUse:
    'The person wants to reschedule, move, change, postpone or cancel an appointment they already have, or cannot make it.',
  body: [
    'Make changing an appointment as easy as making it. A time that is given back early helps someone else.',
    '',
    'How to go about it',
    '- Find the appointment that is on file for this person. Name it (weekday, date, time) so that both mean the same one. If there are several, ask which.',
    '- “I cannot make it” is not yet a cancellation: ask once whether another time would help, and offer two or three.',
    '- Moving: book the new time first, then confirm the new one and that the old one is free again.',
    '- Canceling: ask for a clear yes once, cancel, confirm. A reason is welcome but never required; note it if it is given.',
    '- If the business states a notice period or a fee, say it before the change, in its own words, and let the person decide.',
    '',
    'Do not',
    '- Do not blame, sigh or ask why. Do not try to talk anyone out of canceling; one offer of another time is enough. Do not waive or charge a fee yourself.',
    '',
    'Hand over',
    '- If no appointment is on file, say so and offer to pass the message to the team with name, date and number. Fees in dispute go to the team as well, with the contact options.',
  ].join('\n'),
  examples: [
    [
      { role: 'user', content: 'something came up, I cant make it tomorrow' },
      {
        role: 'agent',
        content: 'Thanks for letting us know. Shall we find another time, or would you rather cancel?',
      },
      { role: 'user', content: 'another time, later that week' },
      { role: 'agent', content: 'Here are the open times. Which one suits you?' },
    ],
  ],
  derivedSkillTemplateIds: ['@svc/skill.offer-times'],
  flow: {
    id: 'reschedule-or-cancel',
    name: 'Move or cancel',
    description: 'Moves, cancels or keeps the appointment that is on file.',
    allowDigressions: true,
    slots: [
      {
        name: 'wish',
        type: 'enum',
        required: true,
        options: ['Another time', 'Cancel it', 'Keep it'],
        prompt: 'Shall we find another time, or would you rather cancel?',
      },
      {
        name: 'newTime',
        type: 'timeslot',
        required: true,
        source: 'scheduling.offerTimes',
        prompt: 'Here are the open times. Which one suits you?',
      },
    ],
    steps: [
      { id: 'ask-wish', collect: 'wish' },
      {
        id: 'sort',
        branch: [
          { if: 'wish == "Another time"', goto: 'ask-time' },
          { if: 'wish == "Cancel it"', goto: 'cancel' },
        ],
        else: 'keep',
      },
      { id: 'ask-time', collect: 'newTime' },
      { id: 'move', action: 'scheduling.reschedule', with: { slot: '{newTime}' }, on_error: 'handoff' },
      { id: 'moved', say: 'Done, your appointment has been moved to the new time.' },
      { id: 'end-moved', end: { outcome: 'rescheduled' } },
      { id: 'cancel', action: 'scheduling.cancel', confirm: 'Shall I cancel your appointment?', on_error: 'handoff' },
      { id: 'check-cancel', branch: [{ if: 'last.ok == true', goto: 'cancelled' }], else: 'keep' },
      { id: 'cancelled', say: 'Your appointment is cancelled. When you would like a new one, just write here.' },
      { id: 'end-cancelled', end: { outcome: 'cancelled' } },
      { id: 'keep', say: 'All right, everything stays as it is. See you then.' },
      { id: 'end-kept', end: { outcome: 'kept' } },
    ],
  },
}
