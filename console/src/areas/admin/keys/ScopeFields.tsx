import { Checkbox, Input, SimpleGrid } from '@mantine/core'
import { words } from '#words/admin.ts'
import { broughtBy, type Scope, scopes } from './scopes.ts'

const { keys: said } = words
type Given = { value?: Scope[]; onChange?: (scopes: Scope[]) => void; error?: string }

/** What the key lets in, each with what that means; what another brings is ticked already. */
export function ScopeFields({ value = [], onChange, error }: Given) {
  const brought = broughtBy(value)
  const toggle = (scope: Scope) =>
    onChange?.(value.includes(scope) ? value.filter((one) => one !== scope) : [...value, scope])
  return (
    <Input.Wrapper label={said.scopes} description={said.scopesHelp} error={error} labelElement="div">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt={6} role="group" aria-label={said.scopes}>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            label={words.scopes[scope].name}
            description={words.scopes[scope].lets}
            checked={value.includes(scope) || brought.has(scope)}
            disabled={brought.has(scope)}
            onChange={() => toggle(scope)}
          />
        ))}
      </SimpleGrid>
    </Input.Wrapper>
  )
}
