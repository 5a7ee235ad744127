export const campaignArgument = { name: 'ID', description: 'the campaign, by its id' }
