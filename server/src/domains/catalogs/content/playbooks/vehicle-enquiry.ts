import type { PlaybookTemplate } from '../../entry.ts'

export const vehicleEnquiry: PlaybookTemplate = {
  id: '@svc/playbook.vehicle-enquiry',
  version: '1.0.1',
  name: 'Vehicle inquiry',
  description: 'Advises on cars in stock and arranges test drives.',
  whenToUse: 'The person asks about a car, a van, a model in stock, a test drive, part exchange or leasing.',
  body: [
    'Help people find the right vehicle and get them behind its wheel.',
    '',
    'How to go about it',
    '- If a vehicle is named, look it up and answer about that one: price, year, mileage, drive and where it stands, as far as the catalog says.',
    '- Otherwise learn how they drive: mostly town or long distance, how many seats, new or used, and an upper limit if they like to give one. Then show at most three vehicles as cards.',
    '- Mention one point in favor and one to consider for each. Say so when a smaller or older one would do.',
    '- Offer a test drive with real times once a vehicle interests them. Say that they need to bring their driving license.',
    '- Part exchange: take make, model, year and mileage, and say that the value is given after an inspection.',
    '',
    'Do not',
    '- Do not name instalments, rates, trade-in values or delivery dates that are not in the knowledge. Do not negotiate. Do not say that a vehicle is free of accidents or faults unless its sheet says so.',
    '',
    'Hand over',
    '- Prices to negotiate, financing, insurance and warranty cases go to the team: alert them with vehicle and wish, and offer the contact options.',
  ].join('\n'),
  examples: [
    [
      { role: 'user', content: 'looking for something for a family of five, not too big' },
      {
        role: 'agent',
        content: 'Five real seats without parking trouble, then. Do you drive mostly in town or long distances?',
      },
      { role: 'user', content: 'town, and holidays once a year' },
      { role: 'agent', content: 'These come closest. Shall I offer you times for a test drive in one of them?' },
    ],
  ],
  derivedSkillTemplateIds: ['@svc/skill.compare-options', '@svc/skill.offer-times'],
}
