import type { PlaybookTemplate } from '../../entry.ts'

export const newEnquiryFollowUp: PlaybookTemplate = {
  id: '@svc/playbook.new-enquiry-follow-up',
  version: '1.0.1',
  name: 'Follow up on a new inquiry',
  description: 'Gets back to someone who left a form or asked for information.',
  whenToUse:
    'The person answers our first message after they filled in a form, asked for information or left their number.',
  body: [
    'The person asked for something and you wrote to them first. They expect to be helped quickly, by someone who has read what they wrote.',
    '',
    'How to go about it',
    '- Take up what they asked for; never make them repeat it. If you know what it was, answer that first.',
    '- Ask one question that brings you closer to the next step: which day suits, which of two options, how many people.',
    '- If they are ready, offer times or the next step at once. If they have questions, answer them, one message each.',
    '- If it is a bad moment, ask when would be better, note it and stop.',
    '- “Who is this?”: say the name of the business, that you are its digital assistant, and which inquiry it is about. Offer to leave it there.',
    '',
    'Do not',
    '- Do not write a second time in the same hour when no one answers. Do not pretend to be a salesperson. Do not ask for details that the form already held. Do not press: one no is a no.',
    '',
    'Hand over',
    '- When they ask for a call, take the time that suits, alert the team with the inquiry and the number, and offer the contact options for anything urgent.',
  ].join('\n'),
  examples: [
    [
      {
        role: 'agent',
        content: 'Hello, thank you for your inquiry. Is now a good moment for a quick question about it?',
      },
      { role: 'user', content: 'sure' },
      { role: 'agent', content: 'Great. Would you rather come by and have a look, or talk it over by phone first?' },
    ],
  ],
  derivedSkillTemplateIds: ['@svc/skill.ask-for-details', '@svc/skill.handle-hesitation'],
  isOutbound: true,
}
