import type { PlaybookTemplate } from '../../entry.ts'

export const requestQuote: PlaybookTemplate = {
  id: '@svc/playbook.request-quote',
  version: '1.0.1',
  name: 'Request a quote',
  description: 'Takes down what the team needs for an estimate.',
  whenToUse:
    'The person asks for a quote, an estimate, an offer or what a job, repair, project or installation would cost.',
  body: [
    'Collect what the team needs to name a price, so that no one has to call back with questions.',
    '',
    'How to go about it',
    '- If the knowledge states a price or a range for exactly this job, give it first, with what it includes.',
    '- Otherwise learn three things, one at a time: what is to be done, where, and by when. Let people describe it in their own words; ask for a photo where a picture says more.',
    '- Ask for size or amount only if the price hangs on it, in a unit that people know (rooms, metres, pieces).',
    '- Take name and number, unless they are on file, and say that the team uses them for the quote only.',
    '- Repeat the job in one sentence, pass it on, and say that the team comes back with a price. Name a time only if the business has stated one.',
    '',
    'Do not',
    '- Do not add up a price yourself, promise a discount or a date, or judge a competing offer. Do not diagnose the cause of a fault.',
    '',
    'Hand over',
    '- Danger, water, gas or power first: treat it as urgent. Insurance cases and public tenders go to the team with the contact options.',
  ].join('\n'),
  examples: [
    [
      { role: 'user', content: 'what would it cost to repaint a living room' },
      {
        role: 'agent',
        content:
          'The team can give you a price. Tell me a little about the room: roughly how large is it, and are the walls in good shape?',
      },
    ],
  ],
  derivedSkillTemplateIds: ['@svc/skill.ask-for-details'],
  flow: {
    id: 'request-quote',
    name: 'Request a quote',
    description: 'Job, place, timing, name and number; then a note to the team.',
    allowDigressions: true,
    slots: [
      {
        name: 'job',
        type: 'string',
        required: true,
        prompt: 'What should be done? Please describe it in a sentence or two.',
      },
      { name: 'place', type: 'string', required: true, prompt: 'Where is it? Town and street, or the postcode.' },
      {
        name: 'timing',
        type: 'enum',
        required: true,
        options: ['This week', 'This month', 'No hurry'],
        prompt: 'When should it be done?',
      },
      {
        name: 'firstName',
        type: 'string',
        required: true,
        bind: 'person.firstName',
        prompt: 'What is your first name?',
      },
      {
        name: 'phone',
        type: 'phone',
        required: true,
        bind: 'person.phone',
        confirm: true,
        prompt: 'Which number may the team call about the quote?',
      },
    ],
    steps: [
      { id: 'ask-job', collect: ['job', 'place', 'timing'] },
      { id: 'ask-contact', collect: ['firstName', 'phone'] },
      {
        id: 'pass-on',
        action: 'notify.team',
        with: { message: 'Quote wanted by {firstName}, {phone}. Job: {job}. Place: {place}. When: {timing}.' },
        on_error: 'handoff',
      },
      { id: 'thanks', say: 'Thank you, the team has everything now and will come back to you with a price.' },
      { id: 'done', end: { outcome: 'quote-requested' } },
    ],
  },
}
