import type { Schema } from '@parley/sdk'

type Field = Schema<'PeopleField'>
export const peopleFieldTypes = ['string', 'number', 'boolean', 'date', 'enum'] as const
export type PeopleFieldForm = {
  key: string
  label: string
  type: Field['type']
  options: string[]
  locked: boolean
  description: string
}
export type PeopleFieldsForm = { fields: PeopleFieldForm[] }

export const blankPeopleField: PeopleFieldForm = {
  key: '',
  label: '',
  type: 'string',
  options: [],
  locked: false,
  description: '',
}

export const toPeopleFieldsForm = ({ data }: { data: Field[] }): PeopleFieldsForm => ({
  fields: data.map((field) => ({ ...blankPeopleField, ...field })),
})

export const toPeopleFieldsBody = ({ fields }: PeopleFieldsForm): { fields: Field[] } => ({
  fields: fields.map(({ key, label, type, options, locked, description }) => ({
    key,
    type,
    ...(label && { label }),
    ...(type === 'enum' && { options }),
    ...(locked && { locked }),
    ...(description && { description }),
  })),
})
