/** Starts Debian's WordPress on a new MariaDB, with PHP's own server. */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { timeUntil } from '../../../bench/stage/drill.ts'
import { root, temporaryFolder, type Ending } from '../../../bench/stage/ending.ts'
import { start, type Running } from '../../../bench/stage/service.ts'
import { freePort } from '../../../db/embedded/index.ts'

const run = promisify(execFile)

const PACKAGES = 'wordpress wordpress-theme-twentytwentyone php-cli php-curl php-mysql mariadb-server'

export const PASSWORD = 'a password of the test'

export interface WordPress {
  readonly origin: string
  /** Runs PHP inside WordPress. Returns its output. */
  readonly php: (code: string) => Promise<string>
  /** Sends a request of a user to the REST interface. Returns the status and the text of the answer. */
  readonly rest: (user: User, method: string, path: string, body?: object) => Promise<{ status: number; text: string }>
  /** Stops PHP's server, and starts it with other options. */
  readonly restart: (...options: string[]) => Promise<void>
  /** Returns the addresses that WordPress has requested. */
  readonly requested: () => Promise<string[]>
  /** Returns the notices and errors of PHP. */
  readonly complaints: () => Promise<string>
}

export type User = 'admin' | 'author'

/** Returns the configuration of a WordPress that asks no other machine. */
const configOf = (socket: string) => `<?php
define('DB_NAME', 'wordpress');
define('DB_USER', '${userInfo().username}');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${socket}');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
define('AUTH_KEY', 'test');
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('WP_ENVIRONMENT_TYPE', 'local');
define('DISABLE_WP_CRON', true);
define('FS_METHOD', 'direct');
define('WP_DEBUG', true);
define('WP_DEBUG_DISPLAY', false);
define('WP_DEBUG_LOG', __DIR__ . '/complaints');
$table_prefix = 'wp_';
defined('ABSPATH') || define('ABSPATH', __DIR__ . '/');
require ABSPATH . 'wp-settings.php';
`

/** Records the requests of WordPress. Browsers that open its pages get no addresses of other machines. */
const MUST_USE = `<?php
add_action('http_api_debug', function ($response, $context, $class, $args, $url) {
  $isBlocked = is_wp_error($response) && $response->get_error_code() === 'http_request_not_executed';
  // WordPress forgets the address of a host that no name server knows.
  if (!$isBlocked && $url) file_put_contents(ABSPATH . 'requested', "$url\\n", FILE_APPEND);
}, 10, 5);
remove_action('wp_head', 'wp_resource_hints', 2);
remove_action('wp_head', 'print_emoji_detection_script', 7);
remove_action('admin_print_scripts', 'print_emoji_detection_script');
add_filter('pre_option_show_avatars', '__return_zero');
// As plugins do for services whose addresses they embed.
wp_embed_register_handler('test', '~^https://embedded\\.example/~', fn() => '<b>embedded</b>');
// As the AMP plugin tells others.
function amp_is_request() { return isset($_GET['amp']); }
`

const startDatabase = async (end: Ending): Promise<string> => {
  const folder = await temporaryFolder(end)
  const [data, socket] = [join(folder, 'data'), join(folder, 'socket')]
  const user = `--user=${userInfo().username}`
  const install = ['--no-defaults', `--datadir=${data}`, user, '--auth-root-authentication-method=normal']
  await run('mariadb-install-db', [...install, '--skip-test-db']).catch(() => {
    throw new Error(`This test needs packages of Debian: apt-get install ${PACKAGES}`)
  })
  const server = `exec mariadbd --no-defaults --datadir=${data} --socket=${socket} ${user} --skip-networking`
  // The stage waits for a line with an address.
  await start(end, ['sh', '-c', `echo http://localhost; ${server}`])
  const query = (sql: string) => run('mariadb', ['--no-defaults', `--socket=${socket}`, '-e', sql])
  await timeUntil(() =>
    query('select 1').then(
      () => true,
      () => false
    )
  )
  await query('create database wordpress')
  return socket
}

/** Starts WordPress, installs it by its own form, and adds an author. The plugin is in its folder, not active. */
export const startWordPress = async (end: Ending): Promise<WordPress> => {
  const socket = await startDatabase(end)
  const folder = join(await temporaryFolder(end), 'site')
  await run('cp', ['-rL', '/usr/share/wordpress', folder])
  await run('cp', ['-r', join(root, 'clients/wordpress/desk-live-blog'), join(folder, 'wp-content/plugins')])
  await writeFile(join(folder, 'wp-config.php'), configOf(socket))
  await run('mkdir', [join(folder, 'wp-content/mu-plugins')])
  await writeFile(join(folder, 'wp-content/mu-plugins/test.php'), MUST_USE)

  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  let server: Running | undefined
  const restart = async (...options: string[]) => {
    await server?.stop()
    const settings = ['-d', 'memory_limit=128M', ...options].join(' ')
    const command = `echo ${origin}; exec php ${settings} -S 127.0.0.1:${port} -t ${folder}`
    server = await start(end, ['sh', '-c', command], { PHP_CLI_SERVER_WORKERS: '8' })
    await timeUntil(() =>
      fetch(`${origin}/readme.html`).then(
        ({ ok }) => ok,
        () => false
      )
    )
  }
  await restart()
  const form = new URLSearchParams({
    weblog_title: 'The Evening Post',
    user_name: 'admin',
    admin_password: PASSWORD,
    admin_password2: PASSWORD,
    admin_email: 'admin@example.org',
    language: ''
  })
  const installed = await fetch(`${origin}/wp-admin/install.php?step=2`, { method: 'POST', body: form })
  if (!(await installed.text()).includes('WordPress has been installed')) throw new Error('WordPress is not installed.')

  const php = async (code: string) =>
    (await run('php', ['-r', `require 'wp-load.php'; ${code}`], { cwd: folder })).stdout
  const keys: Record<string, string> = JSON.parse(
    await php(`
    switch_theme('twentytwentyone');
    wp_insert_user(['user_login' => 'author', 'user_pass' => '${PASSWORD}', 'role' => 'author']);
    foreach (['admin', 'author'] as $name) {
      $id = get_user_by('login', $name)->ID;
      $keys[$name] = WP_Application_Passwords::create_new_application_password($id, ['name' => 'test'])[0];
      update_user_meta($id, 'wp_persisted_preferences', ['core/edit-post' => ['welcomeGuide' => false]]);
    }
    echo json_encode($keys);`)
  )
  const rest: WordPress['rest'] = async (user, method, path, body) => {
    const authorization = `Basic ${Buffer.from(`${user}:${keys[user]}`).toString('base64')}`
    const response = await fetch(`${origin}/?rest_route=${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    return { status: response.status, text: await response.text() }
  }
  const textIn = (name: string) => readFile(join(folder, name), 'utf8').catch(() => '')
  return {
    origin,
    php,
    rest,
    restart,
    requested: async () => (await textIn('requested')).split('\n').slice(0, -1),
    complaints: () => textIn('complaints')
  }
}
