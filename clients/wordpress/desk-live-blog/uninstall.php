<?php
/**
 * Removes what the plugin has stored.
 *
 * @package Desk_Live_Blog
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

delete_option( 'desk_live_blog_services' );

global $wpdb;
foreach ( array( '_transient_desk_live_blog_', '_transient_timeout_desk_live_blog_' ) as $start ) {
	$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name LIKE %s", $wpdb->esc_like( $start ) . '%' ) );
}
wp_cache_flush();
