<?php
/**
 * Plugin Name: Desk Live Blog
 * Description: Shows live blogs of your newsroom's Desk in posts and pages: paste the address of a blog or of a post.
 * Version: 1.10.8
 * Requires at least: 6.1
 * Requires PHP: 7.4
 * License: GPL-2.0-or-later
 * License URI: https://www.gnu.org/licenses/old-licenses/gpl-2.0.html
 * Text Domain: desk-live-blog
 *
 * @package Desk_Live_Blog
 */

namespace Desk_Live_Blog;

defined( 'ABSPATH' ) || exit;

require __DIR__ . '/places.php';
require __DIR__ . '/answers.php';
require __DIR__ . '/content.php';
require __DIR__ . '/embed.php';
require __DIR__ . '/settings.php';

add_action( 'init', __NAMESPACE__ . '\\register' );
add_action( 'enqueue_block_editor_assets', __NAMESPACE__ . '\\tell_editor' );
add_action( 'admin_init', __NAMESPACE__ . '\\register_settings' );
add_action( 'admin_menu', __NAMESPACE__ . '\\add_settings_page' );

/** Registers the block, its files, and the handler of addresses on a line of their own. */
function register(): void {
	$version = '1.10.8';
	$needed  = array( 'wp-blocks', 'wp-block-editor', 'wp-components', 'wp-element', 'wp-i18n', 'wp-server-side-render', 'wp-url' );
	wp_register_script( 'desk-live-blog-editor', plugins_url( 'editor.js', __FILE__ ), $needed, $version, true );
	wp_register_script( 'desk-live-blog', plugins_url( 'live-blog.js', __FILE__ ), array(), $version, true );
	wp_register_style( 'desk-live-blog', plugins_url( 'live-blog.css', __FILE__ ), array(), $version );
	register_block_type( __DIR__, array( 'render_callback' => __NAMESPACE__ . '\\render_block' ) );
	wp_embed_register_handler( 'desk-live-blog', '~^https?://\S+/live/\d+~', __NAMESPACE__ . '\\handle_address' );
}

/** Tells the script of the editor which services it may show. */
function tell_editor(): void {
	$services = wp_json_encode( services() );
	wp_add_inline_script( 'desk-live-blog-editor', "window.deskLiveBlogServices = $services", 'before' );
}
