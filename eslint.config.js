import stylistic from '@stylistic/eslint-plugin'
import neostandard from 'neostandard'
import prettier from 'eslint-plugin-prettier'
import regexp from 'eslint-plugin-regexp'
import tseslint from 'typescript-eslint'

// Only these files use the global process. All others take what they need as parameters.
const edge = [
  'server.ts',
  'plugins/files/recordings-process.ts',
  'cli.ts',
  'eslint.config.js',
  'scripts/**',
  'bench/**',
  'docs/examples/**',
  'clients/**',
  'test/**'
]

// tap ends a file when nothing of it runs, as while modules are loaded, unless one of its tests has not ended.
const test = "ExpressionStatement[expression.argument.callee.property.name='test']"
const other = 'AwaitExpression[argument.callee.property.name!=/^(test|all)$/][argument.callee.name!=/Test|^test/]'
const waitsBetweenTests = [
  `Program > ${test} ~ VariableDeclaration > VariableDeclarator > AwaitExpression`,
  `Program > ${test} ~ ExpressionStatement > ${other}`,
  `Program > ForOfStatement > BlockStatement:has(> ${test}) > ExpressionStatement > ${other}`
].map((selector) => ({ selector, message: 'Wait before the first test or in a test: tap could end the file here.' }))

export default [
  ...neostandard({
    ts: true,
    noStyle: true,
    ignores: ['**/dist/**', 'data/**', 'node_modules/**', '.tap/**', 'plugins/*/browser/*.js']
  }),
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // A schema and the type derived from it share one name.
      '@typescript-eslint/no-redeclare': 'off',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/consistent-type-imports': 'error'
    }
  },
  // Prettier formats the code, and `npm run lint -- --fix` repairs it. Long texts and comments it leaves as they are.
  {
    plugins: { prettier, '@stylistic': stylistic },
    rules: { 'prettier/prettier': 'error', '@stylistic/max-len': ['error', { code: 120 }] }
  },
  // A short text of a client can keep such an expression busy for hours.
  {
    ignores: ['bench/**', 'test/**', 'clients/*/test/**'],
    plugins: { regexp },
    rules: { 'regexp/no-super-linear-backtracking': 'error', 'regexp/no-super-linear-move': 'error' }
  },
  // Keys help to update a page in the browser. These pages are rendered once, on the server.
  { files: ['plugins/pages/*.tsx', 'plugins/desk/*.tsx'], rules: { 'react/jsx-key': 'off' } },
  // The demo's posts are prose.
  { files: ['db/demo/**'], rules: { '@stylistic/max-len': 'off' } },
  { rules: { 'no-void': ['error', { allowAsStatement: true }] } },
  // tap reports rejections of a test's promise itself.
  { files: ['test/**/*.ts', 'clients/*/test/*.ts'], rules: { '@typescript-eslint/no-floating-promises': 'off' } },
  { files: ['test/**/*.test.ts'], rules: { 'no-restricted-syntax': ['error', ...waitsBetweenTests] } },
  { files: ['**/*.{ts,tsx}'], ignores: edge, rules: { 'no-restricted-globals': ['error', 'process'] } }
]
