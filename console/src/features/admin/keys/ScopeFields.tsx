import { Checkbox, Input, SimpleGrid } from '@mantine/core'
import { strings } from '#i18n/admin.ts'
import { type ApiKeyScope, apiKeyScopes, impliedScopes } from './key-scopes.ts'

const { keys: scopeFieldsTexts } = strings
type ScopeFieldsProps = { value?: ApiKeyScope[]; onChange?: (scopes: ApiKeyScope[]) => void; error?: string }

/** What the key lets in, each with what that means; what another brings is ticked already. */
export function ScopeFields({ value = [], onChange, error }: ScopeFieldsProps) {
  const brought = impliedScopes(value)
  const toggle = (scope: ApiKeyScope) =>
    onChange?.(value.includes(scope) ? value.filter((one) => one !== scope) : [...value, scope])
  return (
    <Input.Wrapper
      label={scopeFieldsTexts.scopes}
      description={scopeFieldsTexts.scopesHelp}
      error={error}
      labelElement="div"
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt={6} role="group" aria-label={scopeFieldsTexts.scopes}>
        {apiKeyScopes.map((scope) => (
          <Checkbox
            key={scope}
            label={strings.scopes[scope].name}
            description={strings.scopes[scope].lets}
            checked={value.includes(scope) || brought.has(scope)}
            disabled={brought.has(scope)}
            onChange={() => toggle(scope)}
          />
        ))}
      </SimpleGrid>
    </Input.Wrapper>
  )
}
