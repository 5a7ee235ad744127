import type { PlaybookTemplate } from '../../entry.ts'

export const tableReservation: PlaybookTemplate = {
  id: '@svc/playbook.table-reservation',
  version: '1.1.0',
  name: 'Reserve a table',
  description: 'Reserves a table and notes what the kitchen and the hosts should know.',
  whenToUse:
    'The person wants to reserve or book a table, eat in, or asks whether there is room for lunch, dinner or a party.',
  body: [
    'Reserve a table as a good host would: quickly, with an eye for the occasion.',
    '',
    'How to go about it',
    '- Learn the number of guests and the wished day and time, in one question. Then offer the open times nearest to it.',
    '- With several restaurants, ask which one, unless it is clear. Offer the times of that one.',
    '- Ask for the name and a number for the reservation, unless they are on file.',
    '- Ask once whether there is anything the kitchen or the hosts should know: an allergy, a high chair, a wheelchair, a birthday. Note the answer in the guest’s words.',
    '- Confirm in one line: weekday, date, time, guests, name. If the house holds tables only for a certain time, say so.',
    '- When you are full, say so first, then offer the nearest times and the waitlist.',
    '',
    'Do not',
    '- Do not promise a particular table, the terrace or the window; note it as a wish. Do not vouch for a dish when an allergy is mentioned. Do not take card details.',
    '',
    'Hand over',
    '- More than eight guests, private rooms, set menus and events go to the team: take the occasion, the date, the number of guests and a phone number, alert them, and say that they will come back with a proposal.',
  ].join('\n'),
  examples: [
    [
      { role: 'user', content: 'Do you have a table for 4 on friday evening?' },
      { role: 'agent', content: 'Here are the open times nearest to that. Which one suits you?' },
      { role: 'user', content: 'the second one please. one of us has a nut allergy' },
      {
        role: 'agent',
        content:
          'Noted for the kitchen. Please mention it again when you arrive; only the kitchen can confirm what a dish contains. What name should I put on the table?',
      },
    ],
  ],
  derivedSkillTemplateIds: ['@svc/skill.offer-times'],
  flow: {
    id: 'table-reservation',
    name: 'Reserve a table',
    description: 'Guests, time, name, number and wishes; large parties go to the team.',
    allowDigressions: true,
    slots: [
      { name: 'guests', type: 'number', required: true, validate: '/^[1-9][0-9]?$/', prompt: 'For how many guests?' },
      {
        name: 'location',
        type: 'location',
        required: true,
        prompt: 'Which of our restaurants would you like to come to?',
      },
      {
        name: 'time',
        type: 'timeslot',
        required: true,
        source: 'scheduling.offerTimes',
        prompt: 'Here are the open times. Which one suits you?',
      },
      {
        name: 'wishes',
        type: 'string',
        required: true,
        prompt:
          'Is there anything the kitchen or the hosts should know, such as an allergy, a high chair or a birthday?',
      },
      {
        name: 'occasion',
        type: 'string',
        required: true,
        prompt:
          'For a party of that size the team plans with you. Which day do you have in mind, and what is the occasion?',
      },
      {
        name: 'firstName',
        type: 'string',
        required: true,
        bind: 'person.firstName',
        prompt: 'What name should I put on the reservation?',
      },
      {
        name: 'phone',
        type: 'phone',
        required: true,
        bind: 'person.phone',
        prompt: 'Which number may we call if anything changes?',
      },
    ],
    steps: [
      { id: 'ask-guests', collect: 'guests' },
      { id: 'ask-location', collect: 'location' },
      { id: 'size', branch: [{ if: 'guests > 8', goto: 'ask-occasion' }], else: 'ask-time' },
      { id: 'ask-time', collect: 'time' },
      { id: 'ask-details', collect: ['firstName', 'phone', 'wishes'] },
      {
        id: 'book',
        action: 'scheduling.book',
        with: { slot: '{time}', notes: '{guests} guests. {wishes}' },
        on_error: 'handoff',
      },
      {
        id: 'booked',
        say: 'Your table is reserved. We look forward to seeing you. If anything changes, just write here.',
      },
      { id: 'end-booked', end: { outcome: 'table-booked' } },
      { id: 'ask-occasion', collect: ['occasion', 'firstName', 'phone'] },
      {
        id: 'alert',
        action: 'notify.team',
        with: { message: 'Party of {guests}: {firstName}, {phone}. {occasion} {location.name}' },
        on_error: 'handoff',
      },
      { id: 'passed-on', say: 'Thank you. The team will get back to you with a proposal.' },
      { id: 'end-party', end: { outcome: 'party-requested' } },
    ],
  },
}
