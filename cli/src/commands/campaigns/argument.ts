/** Which campaign. */
export const campaignArgument = { name: 'ID', says: 'the campaign, by its id' }
